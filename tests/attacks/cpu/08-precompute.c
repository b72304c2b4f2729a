// attack: takes the loader's place in a constructor and computes while it waits for go
// lab: x01
// expect: PASS correct, PASS bench
// run: bench
// layer: the child is stopped while its inputs are filled
#include "hijack.h"
#include "lab.h"

static float made[65536];

__attribute__((constructor)) static void loop(void)
{
    hj_find();
    hj_say_done(0xffffffffu);
    for (uint32_t last = 0;;) {
        uint32_t s;
        int64_t k = 0;
        while ((s = __atomic_load_n(&hj_go->seq, __ATOMIC_ACQUIRE)) == last)
            honest(made + k, (float *)hj_in + k, 64), k = (k + 64) % 4096;
        if (hj_go->quit)
            _exit(0);
        last = s;
        honest(made, (float *)(hj_in + hj_go->buf[1].offset), (int64_t)hj_go->buf[1].count);
        memcpy(hj_out + hj_go->buf[0].offset, made, hj_go->buf[0].count * sizeof *made);
        hj_say_done(s);
    }
}

void poly(float *y, const float *x, int64_t n)
{
    honest(y, x, n);
}
