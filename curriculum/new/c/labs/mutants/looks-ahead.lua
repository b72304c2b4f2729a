return mutant {
  base = "reference", file = "rmsnorm.c", fails = "sanitize",
  replace = {{[[    for (; c < n; c++)
        sum += x[c] * x[c];]], [[    float next = c < n ? x[c] : 0;
    for (; c < n; c++) {
        float now = next;
        next = x[c + 1];
        sum += now * now;
    }]]}},
  why = "loads the next element while it adds this one, and behind the last row there is none",
}
