import { Credentials, canonicalEmail, formatPhone, Registration, verifyCode, verifyEmail } from "../index.ts";

const names = { firstName: "Camille", lastName: "Dupré", organizationName: "Atelier Lumen" };
const passwords = { password: "Secret-123", confirmPassword: "Secret-123" };
const complete = {
  ...names,
  ...passwords,
  email: "camille@example.com",
  phone: "",
  industryType: "technology",
};

test("no text takes 100 ms of CPU time, whatever its length", () => {
  const long = ["a", "1", "٣", " ", ".", "-", "@", "a@", "a.", "(", "é", "\u0301", "A1!", "=", "%"].flatMap(
    (piece) => [
      piece.repeat(Math.ceil(100_000 / piece.length)),
      `${piece.repeat(Math.ceil(100_000 / piece.length))}!`,
      `a@${piece.repeat(Math.ceil(100_000 / piece.length))}`,
    ],
  );
  for (const text of long) {
    const checks = [
      ...Object.keys(complete).map((field) => () => Registration.safeParse({ ...complete, [field]: text })),
      () => Credentials.safeParse({ email: text, password: text }),
      () => verifyCode.body.safeParse({ code: text, sessionId: text }),
      () => verifyEmail.body.safeParse({ token: text }),
      () => canonicalEmail(text),
      () => formatPhone(text.slice(0, 1000)),
    ];
    for (const check of checks) {
      const cpuTime = () => {
        const before = process.cpuUsage();
        check();
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      // The least of some: the process's other threads compile and collect garbage meanwhile.
      const least = Math.min(...Array.from({ length: 3 }, cpuTime));
      expect(least).toBeLessThan(100_000);
    }
  }
});
