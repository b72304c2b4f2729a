return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"clamp(v - v_old, -p->vclip, p->vclip)",
     "clamp(v - v_old, -p->clip, p->clip)"},
  },
  fails = "correct", message = "by v",
  why = "values are held by the clip of the ratio",
}
