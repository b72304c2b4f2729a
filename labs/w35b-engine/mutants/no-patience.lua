return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    memcpy(c.cls, e->cfg->cls, sizeof e->cfg->cls);]==],
     [==[    for (int k = 0; k < CLASSES; k++)
        c.cls[k] = (slo_class_t){ e->cfg->cls[k].ttft, e->cfg->cls[k].tpot, 0 };]==]},
  },
  fails = "correct", message = "urgent",
  why = "patience stays 0: whoever is late comes before the urgent",
}
