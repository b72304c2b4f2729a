return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        if (C % 4 == 0)
            copy<4>(to, from, C);
        else if (C % 2 == 0)
            copy<2>(to, from, C);
        else
            copy<1>(to, from, C);]],
              [[        copy<4>(to, from, C);]]}},
  fails = "correct", message = "misaligned",
  why = "copies of 16 bytes from rows that begin at any multiple of 4",
}
