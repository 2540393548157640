// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockView;
import dev.interlock.memory.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An application is deployed anew beside a library that stays: nothing of its former client may stay. */
class RedeployTest {

    @Test
    void nothing_of_a_closed_client_is_reachable() throws Exception {
        WeakReference<?>[] gone = deployed();
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            System.gc();
            return gone[0].refersTo(null) && gone[1].refersTo(null);
        });
    }

    /** The client, and the class loader of the application that used it. */
    private static WeakReference<?>[] deployed() throws Exception {
        ClassLoader loader = new ApplicationLoader();
        Class<?> type = loader.loadClass(Application.class.getName());
        assertThat(type.getClassLoader()).isSameAs(loader);
        LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD);
        @SuppressWarnings("unchecked")
        Consumer<LockClient> application =
                (Consumer<LockClient>) type.getDeclaredConstructor().newInstance();
        application.accept(client);
        client.close();
        return new WeakReference<?>[] {new WeakReference<>(client), new WeakReference<>(loader)};
    }

    /** What an application does with its locks. */
    public static final class Application implements Consumer<LockClient> {

        static final AcquireOptions OPTIONS = AcquireOptions.waitAtMost(Duration.ZERO);

        @Override
        public void accept(LockClient client) {
            try {
                client.addListener(event -> {
                    if (event == null) {
                        throw new IllegalStateException();
                    }
                });
                captured(client.lock("captured by its own consumer").acquire(OPTIONS));
                LockHandle released = client.lock("released").acquire(OPTIONS);
                captured(released);
                released.release();
                client.lock("by a future").acquireAsync(OPTIONS).join();
                client.lock("a waiter").acquireAsync(OPTIONS).thenAccept(Application::captured);
                LockView view = client.lock("a view whose thread dies").asLock(OPTIONS);
                Thread owner = new Thread(view::lock);
                owner.start();
                owner.join();
                client.lock("a view of a thread that lives").asLock(OPTIONS).lock();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void captured(LockHandle handle) {
            handle.onLost(new Capturing(handle), Runnable::run);
        }

        record Capturing(LockHandle handle) implements Consumer<LockLost> {
            @Override
            public void accept(LockLost loss) {
                handle.release();
            }
        }
    }

    /** Loads the classes of the application itself, and leaves the rest to its parent. */
    private static final class ApplicationLoader extends ClassLoader {

        ApplicationLoader() {
            super(RedeployTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith(Application.class.getName()) ? ownClass(name) : super.loadClass(name, resolve);
        }

        private Class<?> ownClass(String name) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
