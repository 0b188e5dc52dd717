// "mnist.py:37", leading to that line.
import type { Place } from "../protocol/messages";
import { Link } from "./link";

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function PlaceLink({ place, op }: { place: Pick<Place, "file" | "path" | "line">; op?: number | null }) {
  const text = `${fileName(place.path)}:${place.line}`;
  const full = `${place.path}:${place.line}`;
  if (place.file === null) return <span class="mono faint" title={`${full}, of which no text was recorded`}>{text}</span>;
  return <Link class="mono" to={{ view: "source", file: place.file, line: place.line, op }} title={full}>{text}</Link>;
}
