return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[at[r] * (inv[i] * 0.15915494309189533577);]==],
               [==[at[r] * ((double)(float)inv[i] * 0.15915494309189533577);]==]}},
  fails = "correct",
  why = "the angle is in double, but the frequency was a float once",
}
