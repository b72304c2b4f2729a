return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[            square += (reward[k] - mean) * (reward[k] - mean) / K;
]==],
               [==[            square += reward[k] * reward[k] / K;
        square = fmax(square - mean * mean, 0);
]==]}},
  fails = "correct", message = "nearly-equal",
  why = "the variance is a difference of two numbers that have all their digits in common",
}
