return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (has(e, PART_SLO))
        plan_slo(e);
    else if (has(e, PART_CHUNK))
        plan_chunks(e);]==],
     [==[    if (has(e, PART_CHUNK))
        plan_chunks(e);
    else if (has(e, PART_SLO))
        plan_slo(e);]==]},
  },
  fails = "correct", message = "urgent",
  why = "with both schedulers on, the one that knows no promises is asked",
}
