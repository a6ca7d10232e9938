import { launchProduct } from "../../api/tools/launch-product.ts";

/** Starts the product that most tests share; ends it after them. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const product = await launchProduct();
  process.env.SOUFFLEUR_STARTED_URL = product.url;
  process.env.SOUFFLEUR_DATA_DIR = product.dataDir;
  return product.stop;
}
