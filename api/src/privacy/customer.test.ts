import { customerKey, customerKeys, isNamed } from "./customer.ts";

const texts = [
  "06 39 98 12 34",
  "+33 (0)6 39 98 12 34",
  "0033.639.981.234",
  "Tél. 06 39 98 12 34",
  "tel:+33639981234;phone-context=fr",
  "٠٦٣٩٩٨١٢٣٤",
  "+44 20 7946 0958",
  "+44 20 7946 0959",
  "12(0)34",
  "1234",
  "41234",
  "Claire Moreau",
  "claire  MOREAU",
  "Claire Moreau 06 39 98 12 34",
  "claire@example.com",
  "",
];

test("a number is that of its extensions, and an extension is no other one's", () => {
  const numbers = [
    "01 42 33 44 55",
    "+33142334455;ext=312",
    "+33 1 42 33 44 55 ext. 312",
    "0142334455 poste 313",
  ];
  expect(numbers.map((customer) => numbers.filter(isNamed(customer)).length)).toEqual([4, 2, 2, 1]);
  const [number = "", extension = ""] = numbers;
  expect(customerKeys(extension)).toContain(customerKey(number));
  expect(customerKeys(number)).not.toContain(customerKey(extension));
});

test("a text names a customer where both have the same key", () => {
  for (const customer of texts) {
    const sameKey = texts.filter((text) => customerKey(text) === customerKey(customer));
    expect([customer, texts.filter(isNamed(customer))]).toEqual([customer, sameKey]);
  }
});
