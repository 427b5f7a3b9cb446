/** Saves a response body as a download once it is complete. @throws TypeError if the connection breaks */
export async function saveAnswer(answer: Response, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
