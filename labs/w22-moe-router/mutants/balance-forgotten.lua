return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"gate_bwd(T, m->E, m->k, s.idx, s.w, s.dw, s.dl);",
     [=[memset(s.dl, 0, sizeof *s.dl * t * E);
    gate_bwd(T, m->E, m->k, s.idx, s.w, s.dw, s.dl);]=]},
  },
  fails = "correct", message = "Wg",
  why = "the gradient of the balance loss never reaches the gate",
}
