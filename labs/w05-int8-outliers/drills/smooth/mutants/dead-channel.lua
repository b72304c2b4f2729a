return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"s[j] > 0 && room[j] > 0 ? powf(s[j], alpha) / powf(room[j], 1 - alpha) : 1",
              "powf(s[j], alpha) / powf(room[j], 1 - alpha)"}},
  fails = "correct", message = "mismatch: s",
  why = "a channel of zeros in W divides by 0, and one in X gets the scale 0",
}
