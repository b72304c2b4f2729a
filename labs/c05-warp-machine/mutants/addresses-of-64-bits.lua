return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"if (addr[l] % 4 || addr[l] >= size)",
     "if (addr[l] % 4 || (int64_t)w->reg[i->a][l] + i->imm >= size)"},
  },
  fails = "correct",
  why = "adds register and number in 64 bits, where nothing wraps",
}
