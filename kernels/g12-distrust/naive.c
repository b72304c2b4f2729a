/*
 * naive.c: tests that find the ten exhibits, each by the one input that shows it, and hardly anything else. They pass
 * `correct`, and miss most of the versions that are not shown. The rest is the reference's.
 */
#define NAIVE
#include "ref.c"

int test_softmax(softmax_fn *f)
{
    float x[2] = { 0, 1 }, y[2];
    f(2, x, y);
    return !(fabsf(y[0] + y[1] - 1) <= 1e-4f);
}

int test_matmul(matmul_fn *f)
{
    float A[20], B[5], C[100] = { 0 };
    for (int i = 0; i < 20; i++)
        A[i] = 1;
    for (int j = 0; j < 5; j++)
        B[j] = 1;
    f(20, 5, 1, A, 1, B, 5, C, 5);
    return !(fabsf(C[99] - 1) <= 1e-4f);
}

int test_verify(verify_fn *f)
{
    const float p[] = { .2f, .8f }, q[] = { .8f, .2f };
    int zeros = 0;
    for (int k = 0; k < 10000; k++)
        zeros += f(2, p, q, 0, (k / 100 + .5) / 100, (k % 100 + .5) / 100) == 0;
    return abs(zeros - 2500) > 300;
}

int test_offset(offset_fn *f)
{
    return f(&(struct kv_shape){ 1, 1 << 30, 8, 128 }, 0, 1 << 29, 0, 0) != INT64_C(1) << 39;
}

int test_moments(moments_fn *f)
{
    float mean, var, x[2] = { 9999, 10001 };
    f(2, x, &mean, &var);
    return !(fabsf(var - 1) <= .1f);
}

int test_pages(const struct pool_ops *f)
{
    struct pool p;
    f->reset(&p, 8);
    int page = f->take(&p);
    f->share(&p, page);
    f->share(&p, page);
    f->write(&p, page);
    return f->write(&p, page) == page;
}

int test_block_sum(const struct kernel *k)
{
    float x[256] = { 0 }, out;
    struct counts c;
    launch(k, 1, 64, ASCENDING, &(struct problem){ .n = 256, .x = x, .out = &out }, 256, 1, &c);
    return c.races > 0;
}

int test_columns(const struct kernel *k)
{
    static float x[256 * 256], out[256];
    struct counts c;
    launch(k, 1, 256, ASCENDING, &(struct problem){ .n = 256, .width = 256, .x = x, .out = out }, 256 * 256, 256, &c);
    return c.load_sectors > 8 * c.load_requests;
}

int test_all_reduce(schedule_fn *f)
{
    float x[3] = { 1, 1, 1 }, *buf[3] = { x, x + 1, x + 2 };
    return world_run(f, 3, 1, 8, 1, 1, buf) != RAN || x[0] != 3 || x[1] != 3 || x[2] != 3;
}

int test_all_gather(schedule_fn *f)
{
    float x[4] = { 1, 0, 0, 1 }, *buf[2] = { x, x + 2 };
    return world_run(f, 2, 1, 0, 1, 2, buf) != RAN;
}
