return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"            b += bytes[i];",
     "            b = (int32_t)(uint32_t)(b + bytes[i]);"},
  },
  fails = "correct", message = "nt_scale",
  why = "adds the bytes of a bucket up in 32 bits",
}
