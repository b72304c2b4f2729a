return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    double turns = at[r] * (inv[i] * 0.15915494309189533577); /* over 2 pi */]==],
               [==[    float turns = (float)at[r] * (float)(inv[i] * 0.15915494309189533577);]==]},
             {[==[half_turns = (float)(2 * (turns - rint(turns)));]==],
               [==[half_turns = 2 * (turns - rintf(turns));]==]}},
  fails = "correct",
  why = "position times frequency is rounded to a float before whole turns are taken off",
}
