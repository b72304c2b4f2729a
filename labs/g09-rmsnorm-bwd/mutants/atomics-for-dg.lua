return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[            *reinterpret_cast<float4 *>(mine + column<WIDE>(e)) =
                make_float4(sums[e], sums[e + 1], sums[e + 2], sums[e + 3]);]==],
              [==[            for (int k = 0; k < VEC; k++) {
                mine[column<WIDE>(e + k)] = 0;
                atomicAdd(&mine[column<WIDE>(e + k)], sums[e + k]);
            }]==]}},
  fails = "limits", message = "global.add",
  simt = {fails = "profile", message = "g_st_sec"},
  why = "part is filled by atomics, which no column needs: it has one thread a block",
}
