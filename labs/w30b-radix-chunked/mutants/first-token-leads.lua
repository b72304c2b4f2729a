return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    for (int k = 0; k < r->bs; k++)
        h = (h ^ (uint32_t)tok[k]) * 0x9e3779b97f4a7c15u;]=],
     [=[    for (int k = 0; k < r->bs && k < 1; k++)
        h = (h ^ (uint32_t)tok[k]) * 0x9e3779b97f4a7c15u;]=]},
  },
  fails = "profile", message = "alike",
  why = [[children are filed under their first token, and all of a chat's begin with the same]],
}
