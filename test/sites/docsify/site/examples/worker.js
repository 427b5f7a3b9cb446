for await (const job of queue.take()) {
  await send(job.body.to);
  await job.done();
}
