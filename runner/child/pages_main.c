/*
 * ridge-pages: what a page, a fault and a read of a file cost here, as one JSON document on standard output. The box of
 * a submission refuses what this program asks for: counts of faults, affinity, io_uring.
 *
 *     ridge-pages [DIR]     the file is made in DIR (/tmp), has no name, and is gone at the end
 *
 * Faults stand beside what they should be; times are only figures of this machine. What the kernel refuses is said.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <linux/io_uring.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/base/clock.h"

enum { PAGE = 4096, BLOCK = 2 << 20, AREA = 64 << 20, CHUNK = 64 << 10, DEPTH = 8 };

struct meter {
    double s;
    long minor, major;
};

static struct meter meter_now(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (struct meter){ clock_seconds(CLOCK_MONOTONIC), u.ru_minflt, u.ru_majflt };
}

/* One row: what was done, and what it cost since `from`. `expected` < 0: nothing exact can be said of the faults. */
static void row(json_t *rows, const char *what, struct meter from, long expected)
{
    struct meter to = meter_now();
    json_t *r = json_pack("{s:s, s:i, s:f, s:i, s:i}", "what", what, "bytes", AREA, "s", to.s - from.s, "minor",
                          (int)(to.minor - from.minor), "major", (int)(to.major - from.major));
    if (expected >= 0)
        json_object_set_new(r, "expected", json_integer(expected));
    json_array_append_new(rows, r);
}

static void refused(json_t *rows, const char *what, int error)
{
    json_array_append_new(rows, json_pack("{s:s, s:s}", "what", what, "why", strerror(error)));
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static char *aligned_area(void)
{
    char *p = mmap(NULL, AREA + BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p + (BLOCK - (uintptr_t)p % BLOCK) % BLOCK;
}

static void touch(volatile char *p)
{
    for (size_t k = 0; k < AREA; k += PAGE)
        p[k] = 1;
}

static void measure_touch(json_t *rows, const char *what, int advice, long expected)
{
    char *p = aligned_area();
    if (!p || madvise(p, AREA, advice)) {
        refused(rows, what, errno);
        return;
    }
    struct meter from = meter_now();
    touch(p);
    row(rows, what, from, expected);
    munmap(p, AREA);
}

/* ---- a file ---------------------------------------------------------------------------------------------------- */

static int make_file(const char *dir, char *block)
{
    int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    for (size_t k = 0; fd >= 0 && k < AREA; k += CHUNK)
        if (pwrite(fd, block, CHUNK, (off_t)k) != CHUNK) {
            close(fd);
            return -1;
        }
    if (fd >= 0)
        fsync(fd);
    return fd;
}

/* The file's pages leave the cache, as far as the file system and the kernel follow the advice. */
static void forget(int fd)
{
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}

static void measure_read(json_t *rows, const char *what, int fd, char *block)
{
    struct meter from = meter_now();
    for (size_t k = 0; k < AREA; k += CHUNK)
        if (pread(fd, block, CHUNK, (off_t)k) != CHUNK) {
            refused(rows, what, errno);
            return;
        }
    row(rows, what, from, -1);
}

static void measure_map(json_t *rows, const char *what, int fd, int advice)
{
    volatile char *p = mmap(NULL, AREA, PROT_READ, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        refused(rows, what, errno);
        return;
    }
    int sum = 0;
    struct meter from = meter_now();
    madvise((void *)p, AREA, advice);
    for (size_t k = 0; k < AREA; k += PAGE)
        sum += p[k];
    row(rows, what, from, -1);
    munmap((void *)p, AREA + (sum & 0));
}

/* ---- io_uring --------------------------------------------------------------------------------------------------- */

struct ring {
    int fd;
    uint32_t *sq_tail, *sq_mask, *sq_array, *cq_head, *cq_tail, *cq_mask;
    struct io_uring_sqe *sqe;
    struct io_uring_cqe *cqe;
    char *queues;
    size_t queues_size;
};

/* Both queues in one mapping, which kernels have since 5.4; -1 with errno. */
static int ring_open(struct ring *r)
{
    struct io_uring_params p = { 0 };
    r->fd = (int)syscall(SYS_io_uring_setup, DEPTH, &p);
    if (r->fd < 0)
        return -1;
    size_t sq = p.sq_off.array + p.sq_entries * sizeof(uint32_t), cq = p.cq_off.cqes + p.cq_entries * sizeof *r->cqe;
    r->queues_size = sq > cq ? sq : cq;
    int flags = MAP_SHARED | MAP_POPULATE;
    char *q = p.features & IORING_FEAT_SINGLE_MMAP
                  ? mmap(NULL, r->queues_size, PROT_READ | PROT_WRITE, flags, r->fd, IORING_OFF_SQ_RING)
                  : MAP_FAILED;
    r->sqe = mmap(NULL, p.sq_entries * sizeof *r->sqe, PROT_READ | PROT_WRITE, flags, r->fd, IORING_OFF_SQES);
    if (q == MAP_FAILED || r->sqe == MAP_FAILED) {
        close(r->fd);
        return -1;
    }
    r->queues = q;
    r->sq_tail = (uint32_t *)(q + p.sq_off.tail), r->sq_mask = (uint32_t *)(q + p.sq_off.ring_mask);
    r->sq_array = (uint32_t *)(q + p.sq_off.array), r->cq_head = (uint32_t *)(q + p.cq_off.head);
    r->cq_tail = (uint32_t *)(q + p.cq_off.tail), r->cq_mask = (uint32_t *)(q + p.cq_off.ring_mask);
    r->cqe = (struct io_uring_cqe *)(q + p.cq_off.cqes);
    return 0;
}

static void ring_close(struct ring *r)
{
    munmap(r->queues, r->queues_size);
    munmap(r->sqe, DEPTH * sizeof *r->sqe);
    close(r->fd);
}

/* The entry is written before the tail that shows it to the kernel. */
static void push(struct ring *r, int fd, char *to, size_t at, unsigned slot)
{
    uint32_t tail = *r->sq_tail, x = tail & *r->sq_mask;
    r->sqe[x] = (struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = fd, .off = at, .len = CHUNK,
                                       .addr = (uint64_t)(uintptr_t)to, .user_data = slot };
    r->sq_array[x] = x;
    __atomic_store_n(r->sq_tail, tail + 1, __ATOMIC_RELEASE);
}

/* Keeps DEPTH reads on their way. 0, or an errno. */
static int read_all(struct ring *r, int fd, char *blocks)
{
    size_t next = 0;
    unsigned flying = 0, fresh = 0;
    for (unsigned s = 0; s < DEPTH; s++, next += CHUNK, flying++, fresh++)
        push(r, fd, blocks + (size_t)s * CHUNK, next, s);
    int error = 0;
    while (flying) {
        int took = (int)syscall(SYS_io_uring_enter, r->fd, fresh, 1, IORING_ENTER_GETEVENTS, NULL, 0);
        if (took < 0 && errno != EINTR)
            return errno;
        fresh -= took > 0 ? (unsigned)took : 0;
        uint32_t head = *r->cq_head, tail = __atomic_load_n(r->cq_tail, __ATOMIC_ACQUIRE);
        for (; head != tail; head++) {
            const struct io_uring_cqe *c = &r->cqe[head & *r->cq_mask];
            unsigned slot = (unsigned)c->user_data;
            if (c->res != CHUNK)
                error = c->res < 0 ? -c->res : EIO;
            flying--;
            if (next < AREA && !error)
                push(r, fd, blocks + (size_t)slot * CHUNK, next, slot), next += CHUNK, flying++, fresh++;
        }
        __atomic_store_n(r->cq_head, head, __ATOMIC_RELEASE);
    }
    return error;
}

static void measure_ring(json_t *rows, const char *what, int fd, char *blocks)
{
    struct ring r;
    if (ring_open(&r)) {
        refused(rows, what, errno);
        return;
    }
    struct meter from = meter_now();
    int error = read_all(&r, fd, blocks);
    if (error)
        refused(rows, what, error);
    else
        row(rows, what, from, -1);
    ring_close(&r);
}

static void measure_files(json_t *rows, const char *dir)
{
    char *blocks = mmap(NULL, DEPTH * CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), link[64];
    if (blocks == MAP_FAILED) {
        refused(rows, "a file", errno);
        return;
    }
    memset(blocks, 1, DEPTH * CHUNK);
    int fd = make_file(dir, blocks);
    if (fd < 0) {
        refused(rows, "a file", errno);
        return;
    }
    forget(fd);
    measure_read(rows, "read, cold", fd, blocks);
    measure_read(rows, "read, in the cache", fd, blocks);
    forget(fd);
    measure_map(rows, "mmap, cold", fd, MADV_NORMAL);
    measure_map(rows, "mmap, in the cache", fd, MADV_NORMAL);
    forget(fd);
    measure_map(rows, "mmap, cold, wanted", fd, MADV_WILLNEED);
    forget(fd);
    measure_map(rows, "mmap, cold, random", fd, MADV_RANDOM);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int direct = open(link, O_RDONLY | O_DIRECT | O_CLOEXEC);
    if (direct < 0) {
        refused(rows, "read, direct", errno);
    } else {
        measure_read(rows, "read, direct", direct, blocks);
        measure_ring(rows, "io_uring, direct, 8 deep", direct, blocks);
        close(direct);
    }
    forget(fd);
    measure_ring(rows, "io_uring, cold, 8 deep", fd, blocks);
    close(fd);
}

static int count_nodes(void)
{
    char path[64];
    int n = 0;
    for (int k = 0; k < 1024; k++) {
        snprintf(path, sizeof path, "/sys/devices/system/node/node%d", k);
        n += !access(path, F_OK);
    }
    return n;
}

int main(int argc, char **argv)
{
    json_t *rows = json_array();
    cpu_set_t mine, before;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&mine);
    CPU_SET((size_t)sched_getcpu(), &mine);
    int pinned = !sched_setaffinity(0, sizeof mine, &mine);
    measure_touch(rows, "touch, pages of 4 KiB", MADV_NOHUGEPAGE, AREA / PAGE);
    measure_touch(rows, "touch, pages of 2 MiB", MADV_HUGEPAGE, AREA / BLOCK);
    measure_files(rows, argc > 1 ? argv[1] : "/tmp");
    json_t *d = json_pack("{s:i, s:i, s:b, s:o}", "nodes", count_nodes(), "cpus", CPU_COUNT(&before), "pinned", pinned,
                          "rows", rows);
    int rc = d ? json_dumpf(d, stdout, JSON_INDENT(2)) : -1;
    puts("");
    json_decref(d);
    return rc ? 1 : 0;
}
