// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockUnavailableException;
import dev.interlock.etcd.options.EtcdLockOptions;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Lease;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A framework that brings other versions of Vert.x or Netty than the driver needs: the start fails, with the remedy. */
class DriverMisfitTest {

    private final LinkageError misfit = new NoSuchMethodError("io.vertx.Some.method");

    @Test
    void a_driver_that_cannot_connect_is_refused_with_the_one_to_take() {
        refuses(proxy(Client.class, (proxy, method, arguments) -> {
            throw misfit;
        }));
    }

    @Test
    void a_driver_that_cannot_send_is_refused_as_well() {
        Lease lease = proxy(
                Lease.class,
                (proxy, method, arguments) -> CompletableFuture.failedFuture(new CompletionException(misfit)));
        refuses(proxy(Client.class, (proxy, method, arguments) -> lease));
    }

    private void refuses(Client driver) {
        EtcdLockBackend backend = EtcdLockBackend.using(driver, EtcdLockOptions.STANDARD);
        assertThatThrownBy(() -> LockClient.using(backend, ClientOptions.STANDARD))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("io.vertx.Some.method")
                .hasMessageContaining("take io.etcd:jetcd-core 0.8.5")
                .hasRootCause(misfit);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }
}
