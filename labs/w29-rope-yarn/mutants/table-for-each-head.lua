return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[            lanes a = *(lanes *)at, b = *(lanes *)(at + half);]==],
     [==[            cosine = *(const lanes *)(c + i), sine = *(const lanes *)(s + i);
            lanes a = *(lanes *)at, b = *(lanes *)(at + half);]==]},
  },
  fails = "profile", message = "c_bytes of rope_apply",
  why = "the table is read again for each head",
}
