/** Waits for work only as long as nobody says stop, and leaves no listener behind. */
export async function unlessAborted<T, Otherwise>(
  signal: AbortSignal,
  work: PromiseLike<T>,
  otherwise: () => Otherwise,
): Promise<T | Otherwise> {
  let stop = () => {};
  const stopped = new Promise<"stopped">((done) => {
    stop = () => done("stopped");
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), stopped]);
    return first === "stopped" ? otherwise() : first.value;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
