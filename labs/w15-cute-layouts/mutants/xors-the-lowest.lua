return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
return x ^ (x >> (z.base + z.shift) & mask) << z.base;]],
     [[
return x ^ (x >> (z.base + z.shift) & mask);]]},
  },
  fails = "correct", message = "Swizzle",
  why = "XORs into the lowest bits and tears the vectors apart",
}
