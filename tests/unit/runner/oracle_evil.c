/* oracle_evil.c: what an oracle that a stranger wrote may do. One deed a name; the case's id is the path. */
#include <errno.h>
#include <fcntl.h>
#include <ridge/oracle.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define DEED(name, ...)                                                                                             \
    int name##_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,    \
                      double *scale);                                                                               \
    int name##_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,    \
                      double *scale)                                                                                \
    {                                                                                                               \
        want[0] = scale[0] = (double)(n + index[0]);                                                                \
        (void)c, (void)out;                                                                                         \
        __VA_ARGS__;                                                                                                \
        return 0;                                                                                                   \
    }

/* What came of it is the value: 0, or the errno. */
static double tries(const char *path, int flags)
{
    int fd = open(path, flags, 0644);
    if (fd >= 0)
        close(fd);
    return fd >= 0 ? 0 : errno;
}

DEED(reads, want[0] = tries(c->id, O_RDONLY))
DEED(writes, want[0] = tries(c->id, O_WRONLY | O_CREAT))
DEED(connects, socket(AF_INET, SOCK_STREAM, 0))
DEED(forks, for (;;) fork())
DEED(execs, execl("/bin/true", "true", (char *)NULL))
DEED(kills, kill(getppid(), SIGKILL))
DEED(exits, exit(0))
DEED(exits_at_once, _exit(7))
DEED(hangs, for (volatile unsigned k = 0;; k++))
DEED(sleeps, for (;;) usleep(100000))
static volatile int *volatile nowhere;
DEED(crashes, *nowhere = 1)
DEED(talks, puts("{\"event\":\"report\",\"report\":{}}"); fflush(stdout))
DEED(answers_twice, for (int k = 0; k < 9; k++) if (write(3, "x", 1) != 1) abort())
DEED(sees, want[0] = ((const double *)ridge_data(c, "x"))[0] + ridge_num(c, "plus"))

int lies_verify(const struct ridge_case *c, struct ridge_verdict *v);
int lies_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    memset(v, 'A', sizeof *v);
    (void)c;
    return 0;
}

int puts_fill(struct ridge_case *c, const char *buffer, uint64_t seed);
int puts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    double *x = ridge_data(c, buffer);
    x[0] = (double)seed;
    return 0;
}
