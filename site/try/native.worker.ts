/// <reference lib="webworker" />
self.onmessage = ({ data }: MessageEvent): void => self.postMessage(data, { transfer: [] })
