return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[        if (!j->seated && !make_room(s, k))
            break;]=],
     [=[        if (!j->seated && !make_room(s, k))
            continue;]=]},
  },
  fails = "correct",
  why = [[who needs less room goes past the one who waits for room: large prompts starve]],
}
