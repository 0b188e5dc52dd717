import { expect, it } from "vitest";

import { deviceName } from "./device_name";

it.each([
  ["/job:localhost/replica:0/task:0/device:CPU:0", "CPU:0"],
  ["/job:worker/replica:0/task:1/device:GPU:3", "worker:1 GPU:3"],
  ["/device:CPU:0", "CPU:0"],
  ["no device", "no device"],
  ["", ""],
])("%s is %s", (device, name) => expect(deviceName(device)).toBe(name));
