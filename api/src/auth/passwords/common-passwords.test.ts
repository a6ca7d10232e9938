import { isAppError } from "../../http/errors.ts";
import { requireUncommonPassword } from "./common-passwords.ts";

async function isRefused(password: string): Promise<boolean> {
  try {
    await requireUncommonPassword(password);
    return false;
  } catch (thrown) {
    if (!isAppError(thrown) || thrown.details.field !== "password") throw thrown;
    return true;
  }
}
const refused = async (passwords: readonly string[]) => {
  const all = await Promise.all(passwords.map(async (one) => ((await isRefused(one)) ? one : undefined)));
  return all.filter((one) => one !== undefined);
};

describe("a password", () => {
  test("that is common is refused, in any case, with signs for letters and with digits around it", async () => {
    const common = [
      "Password1",
      "PASSWORD-1",
      "P@ssw0rd1",
      "Pa$$w0rd!",
      "Qwertyuiop1",
      "1Letmein!",
      "Welcome2026!",
      "Monkey123!",
      "Monkeymonkey1!",
    ];
    expect(await refused(common)).toEqual(common);
  });

  test("that is common in French is refused, with and without accents", async () => {
    const common = [
      "Motdepasse1",
      "MotDePasse2026!",
      "Azerty123!",
      "Bonjour2024!",
      "Soleil!123",
      "Éléphant1",
      "Elephant1!",
      "Chocolat-75",
      "Camille1987",
      "D0ud0u!1",
      "Marseille13!",
    ];
    expect(await refused(common)).toEqual(common);
  });

  test("with the product's name alone is refused", async () => {
    expect(await isRefused("Souffleur2026")).toBe(true);
  });

  test("of several words, and a random one, is accepted", async () => {
    const good = [
      "Correct-Horse-7",
      "Rideau-Rouge-7",
      "Un petit chat 9",
      "x7$Kq2!vLm9Z",
      "De4471#9083%2",
      "Ab1-4471-9083",
      "山田さんのパスワード1!",
      "пароль-Длинный-7",
    ];
    expect(await refused(good)).toEqual([]);
  });

  test("of hostile characters is read like any other", async () => {
    const hostile = [
      "a".repeat(128),
      `${"ab".repeat(63)}c`,
      "1!".repeat(64),
      "İ".repeat(128),
      "ﷺ".repeat(128),
    ];
    expect(await refused([...hostile, "", "\ud800", "\u0000".repeat(9)])).toEqual([]);
  });
});
