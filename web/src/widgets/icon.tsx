// Line drawings of one weight, on a grid of 20. They take the colour of the text around them and say nothing
// to those who do not see them: a word stands beside each.
const DRAWINGS = {
  alerts: "M10 3.2 17.4 16H2.6Z M10 8v3.6 M10 13.6v.2",
  timeline: "M2.5 5h7 M6 10h9 M4 15h6 M13 15h4.5",
  tensors: "M3 4h14v12H3Z M3 8h14 M3 12h14 M8 4v12",
  graph: "M10 2.8a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z M5 13a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z M15 13a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z M9 6.6 6 13.2 M11 6.6l3 6.6",
  source: "M7 6 3 10l4 4 M13 6l4 4-4 4",
  value: "M7 3.5H3.5v13H7 M13 3.5h3.5v13H13 M7.6 10h.01 M12.4 10h.01",
  search: "M8.8 3.5a5.3 5.3 0 1 1 0 10.6 5.3 5.3 0 0 1 0-10.6Z M12.8 12.8 17 17",
  help: "M7.4 7.4a2.7 2.7 0 1 1 3.8 2.5c-.8.4-1.2.9-1.2 1.8v.4 M10 14.6v.2 M10 2.2a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6Z",
  light: "M10 6.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2Z M10 1.8v1.8 M10 16.4v1.8 M1.8 10h1.8 M16.4 10h1.8 M4.2 4.2l1.3 1.3 M14.5 14.5l1.3 1.3 M15.8 4.2l-1.3 1.3 M5.5 14.5l-1.3 1.3",
  dark: "M16.6 12A7.2 7.2 0 1 1 8 3.4a5.8 5.8 0 0 0 8.6 8.6Z",
  auto: "M10 2.6a7.4 7.4 0 1 1 0 14.8 7.4 7.4 0 0 1 0-14.8Z M10 2.6v14.8 M10 6h4.6 M10 10h7 M10 14h4.6",
  copy: "M7 7h9v9H7Z M4 13V4h9",
  previous: "M5 12.5 10 7.5l5 5",
  next: "M5 7.5l5 5 5-5",
  open: "M7.5 5l5 5-5 5",
  continue: "M6 4l10 6-10 6Z",
  hold: "M7 4v12 M13 4v12",
  detach: "M4 12.5 10 5l6 7.5Z M4 16h12",
  close: "M5 5l10 10 M15 5 5 15",
} as const;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor"
      stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
