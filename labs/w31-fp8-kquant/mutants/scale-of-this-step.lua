return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[    for (int64_t i = 0; i < n; i++) {
        float y = x[i] * s->scale;
        e4m3_encode(1, &y, q + i);
        amax = fabsf(x[i]) > amax ? fabsf(x[i]) : amax;
    }]==],
     [==[    for (int64_t i = 0; i < n; i++)
        amax = fabsf(x[i]) > amax ? fabsf(x[i]) : amax;]==]},
    {[==[        s->scale = scale;
}]==],
     [==[        s->scale = scale;
    for (int64_t i = 0; i < n; i++) {
        float y = x[i] * s->scale;
        e4m3_encode(1, &y, q + i);
    }
}]==]},
  },
  fails = "correct", message = "mismatch: step",
  why = "the scale is that of the step itself: another recipe, with a second pass",
}
