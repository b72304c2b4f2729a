return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
    if (z.shift < 0)
        return x ^ (x >> z.base & mask) << (z.base - z.shift);
]],
     [[
    z.shift = z.shift < 0 ? -z.shift : z.shift;
]]},
  },
  fails = "correct", message = "Swizzle",
  why = "takes a negative shift for a positive one: source and target change places",
}
