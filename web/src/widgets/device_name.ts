/** Devices as people call them: CPU:0 of "/job:localhost/replica:0/task:0/device:CPU:0", worker:1 GPU:0 of another job. */
export function deviceName(device: string): string {
  const parts = /^\/job:([^/]+)\/replica:\d+\/task:(\d+)\/(?:device:)?(.+)$/.exec(device);
  if (!parts) return device.replace(/^.*device:/, "");
  const [, job = "", task = "", name = ""] = parts;
  return job === "localhost" ? name : `${job}:${task} ${name}`;
}
