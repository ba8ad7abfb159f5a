// jest-light-runner 0.8.2 sends what its processes need to all of them once the first one asks for it. One
// that starts more slowly does not listen yet and would wait for ever: it gets that as soon as it listens.
let early;
process.on('message', (message) => {
  if (message?.type === 'jest-light-runner-worker-data') early = message;
});
process.on('newListener', (event, listener) => {
  if (event !== 'message' || early === undefined) return;
  const message = early;
  early = undefined;
  setImmediate(() => listener(message));
});
