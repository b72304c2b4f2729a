return mutant {
  base = "reference", file = "rope.cu", backend = "cuda",
  replace = {{[==[    double turns = at[r] * (inv[i] * 0.15915494309189533577); /* over 2 pi */
    float c, s, half_turns = (float)(2 * (turns - rint(turns)));
    sincospif(half_turns, &s, &c);
]==],
               [==[    double c, s;
    sincos(at[r] * inv[i], &s, &c);
]==]}},
  fails = "limits", message = "stack_B",
  why = "right, and for angles that are no such angles the library keeps the digits of 2/pi in local memory",
}
