/** Saves the body of an answer as a download, once all of it is there. @throws TypeError where it breaks off */
export async function saveAnswer(answer: Response, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
