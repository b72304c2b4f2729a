return mutant {
  base = "reference", file = "legacy.cu", backend = "simt",
  replace = {{[==[float a = scale * k[from + i], b = scale * k[from + i + half];]==],
              [==[float a = k[from + i], b = k[from + i + half];]==]},
             {[==[((const float2 *)(v + from))[i - half];
    }]==],
              [==[((const float2 *)(v + from))[i - half];
    }
    kc[to + i] *= scale;]==]}},
  fails = "sanitize",
  why = "two passes are left, and the barrier between them is gone",
}
