return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[    if (i < half) {
        float2 cs = ((const float2 *)(turn + (long long)t * HEAD))[i];
        float a = scale * k[from + i], b = scale * k[from + i + half];
        kc[to + i] = a * cs.x - b * cs.y;
        kc[to + i + half] = b * cs.x + a * cs.y;
    } else {
        ((float2 *)(vc + to))[i - half] = ((const float2 *)(v + from))[i - half];
    }]==],
              [==[    float2 cs = ((const float2 *)(turn + (long long)t * HEAD))[i % half];
    float a = scale * k[from + i], b = scale * k[from + (i + half) % HEAD];
    kc[to + i] = i < half ? a * cs.x - b * cs.y : a * cs.x + b * cs.y;
    vc[to + i] = v[from + i];]==]}},
  fails = "profile", message = "g_ld_sec of append_kv",
  why = "each of 128 threads has one element, and loads both of its pair",
}
