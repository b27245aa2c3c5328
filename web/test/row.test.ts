import { describe, expect, test } from "vitest";
import { endsOf, givesWay, scrolledTo } from "../src/panels/row";

const box = (left: number, width: number): DOMRect => ({ left, width }) as DOMRect;

describe("a row that is longer than its place", () => {
  test("it is scrolled until what is now lies in its middle, wherever the row itself lies", () => {
    expect(scrolledTo(box(400, 300), 0, box(400, 40))).toBe(-130);
    expect(scrolledTo(box(400, 300), 50, box(900, 40))).toBe(420);
  });

  test("its ends tell whether more follows", () => {
    expect(endsOf(0, 300, 300)).toBe("");
    expect(endsOf(0, 300, 500)).toBe("right");
    expect(endsOf(200, 300, 500)).toBe("left");
    expect(endsOf(100, 300, 500)).toBe("left right");
  });
});

test("figures of a scale that would touch give way to both sides", () => {
  const sides = (values: number[]): string[] => values.map((_, at) => givesWay(values, at, 2));
  expect(sides([23, 24])).toEqual(["before", "after"]);
  expect(sides([0, 23, 30])).toEqual(["", "", ""]);
  expect(sides([1, 2, 10])).toEqual(["before", "after", ""]);
});
