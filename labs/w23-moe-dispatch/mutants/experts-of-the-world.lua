return mutant {
  base = "reference", file = "dispatch.c",
  replace = {{[[    p->mine = m->E / p->P;]], [[    p->mine = m->E / p->P;
    static int64_t first;
    first = first ? first : p->mine;
    if (first < p->mine)
        p->mine = first;]]}},
  fails = "correct",
  why = "a rank keeps as many experts as it had before the others were fewer",
}
