/* cub/simt/block_sort.h: BlockRadixSort, four bits a pass: digits counted by thread, counts scanned, items
 * exchanged. */
#ifndef SIMT_CUB_BLOCK_SORT_H
#define SIMT_CUB_BLOCK_SORT_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include "block.h"

namespace cub {

namespace simt_detail {
template <class K> struct radix {
    typedef std::conditional_t<
        sizeof(K) == 1, uint8_t,
        std::conditional_t<sizeof(K) == 2, uint16_t, std::conditional_t<sizeof(K) == 4, uint32_t, uint64_t>>>
        bits;
    static constexpr bits top = (bits)((bits)1 << (8 * sizeof(K) - 1));
    /* Bits that order as the keys do, and back. */
    static SIMT_LIB_METHOD bits in(const K &k)
    {
        bits b;
        __builtin_memcpy(&b, (const void *)&k, sizeof b);
        if (std::is_floating_point<K>::value)
            return b == top ? top : b & top ? (bits)~b : (bits)(b | top);
        return std::is_signed<K>::value ? (bits)(b ^ top) : b;
    }
};
} // namespace simt_detail

template <class K, int X, int N, class V = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
    enum {
        threads = X * Y * Z,
        radix_bits = 4,
        digits = 1 << radix_bits,
        with_values = !std::is_same<V, NullType>::value
    };
    typedef simt_detail::radix<K> radix;
    typedef BlockExchange<K, X, N, false, Y, Z> KeyExchange;
    typedef BlockExchange<V, X, N, false, Y, Z> ValueExchange;
    typedef BlockScan<unsigned, X, BLOCK_SCAN_WARP_SCANS, Y, Z> Scan;

  public:
    struct TempStorage {
        unsigned simt_count[digits * threads];
        typename Scan::TempStorage simt_scan;
        union {
            typename KeyExchange::TempStorage simt_keys;
            typename ValueExchange::TempStorage simt_values;
        };
    };
    SIMT_LIB_METHOD BlockRadixSort() : t_(simt_detail::private_storage<TempStorage>()) {}
    SIMT_LIB_METHOD BlockRadixSort(TempStorage &t) : t_(t) {}

    SIMT_LIB_METHOD void Sort(K (&keys)[N], int begin = 0, int end = 8 * sizeof(K), SIMT_SITE_ARG, SIMT_AT)
    {
        NullType none[N];
        sort(keys, none, begin, end, false, false, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void SortDescending(K (&keys)[N], int begin = 0, int end = 8 * sizeof(K), SIMT_SITE_ARG,
                                        SIMT_AT)
    {
        NullType none[N];
        sort(keys, none, begin, end, true, false, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void Sort(K (&keys)[N], V (&values)[N], int begin = 0, int end = 8 * sizeof(K),
                              SIMT_SITE_ARG, SIMT_AT)
    {
        sort(keys, values, begin, end, false, false, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void SortDescending(K (&keys)[N], V (&values)[N], int begin = 0, int end = 8 * sizeof(K),
                                        SIMT_SITE_ARG, SIMT_AT)
    {
        sort(keys, values, begin, end, true, false, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void SortBlockedToStriped(K (&keys)[N], int begin = 0, int end = 8 * sizeof(K),
                                              SIMT_SITE_ARG, SIMT_AT)
    {
        NullType none[N];
        sort(keys, none, begin, end, false, true, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void SortBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0,
                                              int end = 8 * sizeof(K), SIMT_SITE_ARG, SIMT_AT)
    {
        sort(keys, values, begin, end, false, true, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void SortDescendingBlockedToStriped(K (&keys)[N], int begin = 0, int end = 8 * sizeof(K),
                                                        SIMT_SITE_ARG, SIMT_AT)
    {
        NullType none[N];
        sort(keys, none, begin, end, true, true, simt_line, simt_pc);
    }

  private:
    /* Where each item goes by the digit at `bit`. */
    SIMT_LIB_METHOD void rank(K (&keys)[N], int (&to)[N], int bit, int width, bool down, unsigned line,
                              uintptr_t pc)
    {
        int me = (int)simt_block_rank(), slot[N];
        for (int d = 0; d < digits; d++)
            t_.simt_count[d * threads + me] = 0;
        for (int i = 0; i < N; i++) {
            unsigned digit = (unsigned)(radix::in(keys[i]) >> bit) & ((1u << width) - 1);
            slot[i] = (int)(down ? (1u << width) - 1 - digit : digit) * threads + me;
            to[i] = (int)t_.simt_count[slot[i]]++;
        }
        simt_detail::block_sync(line, 7, pc);
        unsigned mine[digits];
        for (int d = 0; d < digits; d++)
            mine[d] = t_.simt_count[me * digits + d];
        Scan(t_.simt_scan).ExclusiveSum(mine, mine, line, pc);
        for (int d = 0; d < digits; d++)
            t_.simt_count[me * digits + d] = mine[d];
        simt_detail::block_sync(line, 8, pc);
        for (int i = 0; i < N; i++)
            to[i] += (int)t_.simt_count[slot[i]];
    }
    template <class W> SIMT_LIB_METHOD void sort(K (&keys)[N], W (&values)[N], int begin, int end, bool down,
                                                 bool striped, unsigned line, uintptr_t pc)
    {
        for (int bit = begin; bit < end; bit += radix_bits) {
            int to[N], width = end - bit < radix_bits ? end - bit : (int)radix_bits;
            bool out = striped && bit + radix_bits >= end;
            rank(keys, to, bit, width, down, line, pc);
            if (out)
                KeyExchange(t_.simt_keys).ScatterToStriped(keys, keys, to, line, pc);
            else
                KeyExchange(t_.simt_keys).ScatterToBlocked(keys, keys, to, line, pc);
            if constexpr (with_values && std::is_same<W, V>::value) {
                simt_detail::block_sync(line, 9, pc);
                if (out)
                    ValueExchange(t_.simt_values).ScatterToStriped(values, values, to, line, pc);
                else
                    ValueExchange(t_.simt_values).ScatterToBlocked(values, values, to, line, pc);
            }
            simt_detail::block_sync(line, 10, pc);
        }
    }
    TempStorage &t_;
};

} // namespace cub

SIMT_HD_END

#endif
