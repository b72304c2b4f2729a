return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[            *(lanes *)(x + v) = -slope * exp_of(*(const lanes *)(x + v) - top - rest);]==],
               [==[            *(lanes *)(x + v) = exp_of(*(const lanes *)(x + v) - top - rest);
        for (v = 0; v + LANES <= V; v += LANES)
            *(lanes *)(x + v) *= -slope;]==]}},
  fails = "profile", message = "c_bytes of back",
  why = "the softmax goes to a row of its own and comes back from there",
}
