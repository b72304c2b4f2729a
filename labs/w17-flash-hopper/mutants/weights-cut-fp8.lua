return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[        p[i] = pack_e4m3(v[0], v[1], v[4], v[5]);]==],
              [==[        float cut[4] = { v[0], v[1], v[4], v[5] };
        for (float &x : cut)
            if (x >= 0x1p-6f)
                x = __uint_as_float(__float_as_uint(x) & 0xfff00000);
        p[i] = pack_e4m3(cut[0], cut[1], cut[2], cut[3]);]==]}},
  fails = "correct", message = "root of the mean square",
  why = "e4m3 keeps three digits, and what comes behind is cut off: every weight loses, and O with them",
}
