return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[    float4 part[5] = { tile[t], tile[t + 1], tile[t + 2], ((const]==],
              [==[    const volatile float *one = (const float *)(tile + t);
    float4 part[5] = { make_float4(one[0], one[1], one[2], one[3]), make_float4(one[4], one[5], one[6], one[7]),
                       make_float4(one[8], one[9], one[10], one[11]), ((const]==]}},
  fails = "profile", message = "sh_conf of conv1d",
  why = "reads shared memory a word at a time, from 4t on: eight banks for 32 lanes",
}
