/* thrust/simt/pointer.h: pointers and references to device memory, usable on both sides. */
#ifndef SIMT_THRUST_POINTER_H
#define SIMT_THRUST_POINTER_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <chrono> /* which programs take from the toolkit's thrust */
#include <ostream>
#include <utility>

#include "system.h"

namespace thrust {

template <class T> class device_ptr;

/* On the host a read or write is a copy; in a kernel it is the access itself. */
template <class T> class device_reference {
  public:
    typedef std::remove_cv_t<T> value_type;
    SIMT_LIB_METHOD explicit device_reference(T *p) : p_(p) {}
    device_reference(const device_reference &) = default;
    SIMT_LIB_METHOD operator value_type() const { return get(); }
    SIMT_LIB_METHOD const device_reference &operator=(const value_type &v) const
    {
        set(v);
        return *this;
    }
    SIMT_LIB_METHOD const device_reference &operator=(const device_reference &o) const
    {
        set(o.get());
        return *this;
    }
    template <class U> const device_reference &operator=(const device_reference<U> &o) const
    {
        set((value_type)(U)o);
        return *this;
    }
    T *simt_address() const { return p_; }
    device_ptr<T> operator&() const { return device_ptr<T>(p_); }
#define SIMT_THRUST_ASSIGN(op)                                                                               \
    template <class U> const device_reference &operator op##=(const U &v) const                              \
    {                                                                                                        \
        set((value_type)(get() op v));                                                                       \
        return *this;                                                                                        \
    }
    SIMT_THRUST_ASSIGN(+)
    SIMT_THRUST_ASSIGN(-)
    SIMT_THRUST_ASSIGN(*)
    SIMT_THRUST_ASSIGN(/)
#undef SIMT_THRUST_ASSIGN
    const device_reference &operator++() const { return *this += 1; }
    const device_reference &operator--() const { return *this -= 1; }
    friend void swap(device_reference a, device_reference b)
    {
        value_type v = a.get();
        a.set(b.get());
        b.set(v);
    }
    friend std::ostream &operator<<(std::ostream &s, const device_reference &r) { return s << r.get(); }

  private:
    SIMT_LIB_METHOD value_type get() const
    {
        if (simt_on_device())
            return *p_;
        alignas(value_type) unsigned char raw[sizeof(value_type)];
        simt_detail::check(cudaMemcpy(raw, (const void *)p_, sizeof raw, cudaMemcpyDeviceToHost),
                           "a read of device memory");
        return *(value_type *)raw;
    }
    SIMT_LIB_METHOD void set(const value_type &v) const
    {
        if (simt_on_device())
            *const_cast<value_type *>(p_) = v;
        else
            simt_detail::check(cudaMemcpy((void *)p_, (const void *)&v, sizeof v, cudaMemcpyHostToDevice),
                               "a write of device memory");
    }
    T *p_;
};

template <class T> class device_ptr {
  public:
    typedef std::remove_cv_t<T> value_type;
    typedef T element_type;
    typedef ptrdiff_t difference_type;
    typedef device_ptr pointer;
    typedef device_reference<T> reference;
    typedef std::random_access_iterator_tag iterator_category;
    typedef device_system_tag simt_system;

    device_ptr() = default;
    device_ptr(std::nullptr_t) {}
    SIMT_LIB_METHOD explicit device_ptr(T *p) : p_(p) {}
    template <class U, class = std::enable_if_t<std::is_convertible<U *, T *>::value>>
    SIMT_LIB_METHOD device_ptr(const device_ptr<U> &o) : p_(o.get())
    {
    }
    SIMT_LIB_METHOD T *get() const { return p_; }
    SIMT_LIB_METHOD T *simt_plain() const { return p_; }
    SIMT_LIB_METHOD reference operator*() const { return reference(p_); }
    SIMT_LIB_METHOD reference operator[](difference_type i) const { return reference(p_ + i); }
    SIMT_LIB_METHOD explicit operator bool() const { return p_ != nullptr; }
    SIMT_LIB_METHOD device_ptr &operator+=(difference_type n)
    {
        p_ += n;
        return *this;
    }
    SIMT_LIB_METHOD device_ptr &operator-=(difference_type n) { return *this += -n; }
    SIMT_LIB_METHOD device_ptr &operator++() { return *this += 1; }
    SIMT_LIB_METHOD device_ptr &operator--() { return *this += -1; }
    SIMT_LIB_METHOD device_ptr operator++(int)
    {
        device_ptr was = *this;
        ++*this;
        return was;
    }
    SIMT_LIB_METHOD device_ptr operator--(int)
    {
        device_ptr was = *this;
        --*this;
        return was;
    }
    friend SIMT_LIB_METHOD device_ptr operator+(device_ptr a, difference_type n) { return a += n; }
    friend SIMT_LIB_METHOD device_ptr operator+(difference_type n, device_ptr a) { return a += n; }
    friend SIMT_LIB_METHOD device_ptr operator-(device_ptr a, difference_type n) { return a += -n; }
    friend SIMT_LIB_METHOD difference_type operator-(const device_ptr &a, const device_ptr &b)
    {
        return a.p_ - b.p_;
    }
    friend SIMT_LIB_METHOD bool operator==(const device_ptr &a, const device_ptr &b) { return a.p_ == b.p_; }
    friend SIMT_LIB_METHOD bool operator!=(const device_ptr &a, const device_ptr &b) { return a.p_ != b.p_; }
    friend SIMT_LIB_METHOD bool operator<(const device_ptr &a, const device_ptr &b) { return a.p_ < b.p_; }
    friend SIMT_LIB_METHOD bool operator>(const device_ptr &a, const device_ptr &b) { return a.p_ > b.p_; }
    friend SIMT_LIB_METHOD bool operator<=(const device_ptr &a, const device_ptr &b) { return a.p_ <= b.p_; }
    friend SIMT_LIB_METHOD bool operator>=(const device_ptr &a, const device_ptr &b) { return a.p_ >= b.p_; }

    friend void swap(device_ptr &a, device_ptr &b)
    {
        device_ptr was = a;
        a = b;
        b = was;
    }

  private:
    T *p_ = nullptr;
};
template <> class device_ptr<void> {
  public:
    device_ptr() = default;
    explicit device_ptr(void *p) : p_(p) {}
    void *get() const { return p_; }
    template <class T> explicit operator device_ptr<T>() const { return device_ptr<T>((T *)p_); }

  private:
    void *p_ = nullptr;
};
using std::swap;

template <class T> SIMT_LIB_FN device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> SIMT_LIB_FN device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <class T> SIMT_LIB_FN T *raw_pointer_cast(T *p) { return p; }
template <class T> SIMT_LIB_FN T *raw_pointer_cast(const device_ptr<T> &p) { return p.get(); }
template <class T> SIMT_LIB_FN T &raw_reference_cast(const device_reference<T> &r)
{
    return *r.simt_address();
}
template <class T> SIMT_LIB_FN T &raw_reference_cast(T &r) { return r; }

template <class T> device_ptr<T> device_malloc(size_t n)
{
    void *p = nullptr;
    simt_detail::check(cudaMalloc(&p, n * sizeof(T)), "device_malloc");
    return device_ptr<T>((T *)p);
}
inline device_ptr<void> device_malloc(size_t bytes)
{
    return device_ptr<void>(device_malloc<char>(bytes).get());
}
template <class T> void device_free(device_ptr<T> p)
{
    simt_detail::check(cudaFree((void *)p.get()), "device_free");
}

} // namespace thrust

SIMT_HD_END

#endif
