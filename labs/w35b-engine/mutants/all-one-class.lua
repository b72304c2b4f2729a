return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    const slo_class_t *c = &e->cfg->cls[s->r.cls];]==],
     [==[    const slo_class_t *c = &e->cfg->cls[1];]==]},
    {[==[    return (slo_job_t){ s->num, s->r.cls, s->runs]==],
     [==[    return (slo_job_t){ s->num, 1, s->runs]==]},
  },
  fails = "correct", message = "urgent",
  why = "the scheduler is told of one class with one promise, so that nobody is urgent",
}
