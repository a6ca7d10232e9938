import { limits } from "../limits.ts";
import { passwordScore } from "./password.ts";

/** Words of the commonest passwords in English and French, and the product's own name, as people write them to meet a rule. */
const words = `Password PassWord Passw0rd P@ssword P@ssw0rd Pa$$word Pa$$w0rd Pass Welcome Qwerty Azerty Admin Administrator
Letmein Changeme Iloveyou Sunshine Princess Football Baseball Monkey Dragon Superman Michael Charlie Summer Hello Test
Abcd Azertyuiop Bonjour Motdepasse MotDePasse Soleil Doudou Marseille Chocolat Souffleur`;
/** What they write behind them. */
const endings = ["", "1", "12", "123", "1234", "!", "1!", "123!", "@1", "@123", "@1234"];
/** Walks on the keyboard, numbers and others. */
const others = `Password12345 Password123456 Password2 Qwerty12345 Qwerty123456 Azerty12345 Azerty123456 Abc12345 Abc123456 Abcd12345
Abc@1234 Abcde123 Abcdef123 Aa123456 Aa123456! Aa123456. Aa123456@ Aa12345678 Aa123123 Aa1234567 A123456a
Qwer1234 Qwer123! Qwer1234! Asdf1234 Asdf1234! Zxcvbnm1 Zxcvbnm123 Qaz123456 Qazwsx123 Qazwsx12 1Qaz2wsx 1qaz2WSX 1qaz@WSX
1qaz!QAZ !QAZ2wsx !qaz2wsx 1qaz@wsx 1qaz!qaz zaq!2wsx Zaq12wsx ZAQ!2wsx Zaq1xsw2 Zaq1@wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv
1qazxsw23edc zaq1xsw2cde3 q1w2e3r4t5y6 q1w2e3r4t5y6u7 Q1w2e3r4 Q1w2e3r4t5 Q1w2e3r4t5y6 1q2w3e4r5t6y 1Q2w3e4r 1q2w3e4R
123qweasdzxc 123qweASD 123Qwe123 123qwe123qwe 123456qwerty qwerty123456 Qwerty123456789 qwertyuiop123 asdfghjkl123
Qwertyuiop1 Qwertyuiop123 qweasdzxc123 1234qwerasdf password1234 p@ssw0rd p@ssword1 p@ssw0rd1 pa$$w0rd password1!
password123! P@55w0rd P455w0rd Pa55word Pa55w0rd Passwort1 Passwort123 Welcome01 Welcom3! W3lcome1 Admin@2023 Admin123456
Admin@123456 admin@123 admin123! Root@123 Root1234 User1234 User@123 Demo1234 Demo@123 Guest123 Temp1234 Temp@123 Login123
Trustno1 Jennifer1 Jordan23 Liverpool1 Arsenal1 Chelsea1 Starwars1 Pokemon1 Minecraft1 Samsung1 Computer1 Internet1 Master123
Shadow123 Ashley123 Jessica1 Andrew123 Daniel123 Thomas123 Nicolas1 Camille1 Alexandre1 Loulou123 Chouchou1 Coucou123 Jetaime1
Toulouse31 Paris2024! Paris75000 France98 France123 Bonjour2024 Bienvenue1 Bienvenue1! Bienvenue123 Soleil13 Marseille13
Azerty01 Azerty13 Azerty2024! jamesbond007 playstation3 minecraft123 123456789qwe 1q2w3e4r5t6y7u 12qw34er56ty Blink182 Myspace1`;

let common: ReadonlySet<string> | undefined;

/** The commonest passwords that meet the rule of strength, at most 500. Others are not refused, however alike they are. */
export function commonPasswords(): ReadonlySet<string> {
  const split = (text: string) => text.split(/\s+/u);
  common ??= new Set(
    [...split(words).flatMap((word) => endings.map((ending) => word + ending)), ...split(others)].filter(
      (one) => one.length >= limits.passwordMin && passwordScore(one) >= limits.passwordScoreMin,
    ),
  );
  return common;
}

/** Whether a password is, as the server compares them, one of the commonest. */
export const isCommonPassword = (password: string): boolean =>
  password.length <= limits.passwordMax && commonPasswords().has(password.normalize("NFKC"));
