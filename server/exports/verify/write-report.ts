export async function writeReport(_x: any): Promise<void> {}
