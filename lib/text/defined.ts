type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the members that are not undefined, because our types have no undefined members. */
export function defined<T extends object>(members: T): Defined<T> {
  const made: Partial<T> = {};
  // Without lists of entries in between: a plan calls it for every step.
  for (const name of Object.keys(members) as (keyof T)[]) {
    if (members[name] !== undefined) made[name] = members[name];
  }
  return made as unknown as Defined<T>;
}

/** Returns the present members with their names; our objects have only members that their types name. */
export function entriesOf<T extends object>(members: T) {
  type Key = keyof T & string;
  return Object.entries(members) as readonly unknown[] as {
    [K in Key]-?: readonly [K, Exclude<T[K], undefined>];
  }[Key][];
}
