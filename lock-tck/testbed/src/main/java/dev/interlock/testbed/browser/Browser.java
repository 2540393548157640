// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.os.RunDirectory;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real, headless Chromium, driven by its DevTools protocol. It is the program named by {@code LOCKS_TEST_CHROMIUM},
 * or one on the path; without one the test is aborted, or fails if {@code -Dinterlock.test.require} names {@code
 * chromium}.
 */
public final class Browser implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VARIABLE = "LOCKS_TEST_CHROMIUM";

    private final Path directory;
    private final ChildProcess process;
    private final DevTools tools;

    private Browser(Path directory, ChildProcess process, DevTools tools) {
        this.directory = directory;
        this.process = process;
        this.tools = tools;
    }

    /**
     * Starts a browser with an empty page.
     *
     * @return the browser, to be closed
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static Browser start() throws IOException, InterruptedException {
        Path program = locate(System.getenv());
        Path directory = RunDirectory.ofThisJvm().create("browser");
        // The sandbox needs rights that root in a container lacks; the page is our own.
        List<String> arguments = List.of(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                // Otherwise Chromium takes a script that opens hundreds of links in a row for an attack.
                "--disable-ipc-flooding-protection",
                "--window-size=1200,1400",
                "--remote-debugging-port=0",
                "--user-data-dir=" + directory,
                "about:blank");
        ChildProcess process = ChildProcess.start(List.of(), program, arguments, directory);
        try {
            Path portFile = directory.resolve("DevToolsActivePort");
            if (!process.awaitReady(() -> isWritten(portFile))) {
                throw new IllegalStateException(program + " ended; its log ends:\n" + process.logTail(20));
            }
            String port = Files.readAllLines(portFile).get(0);
            return new Browser(directory, process, DevTools.connect(pageAt(port)));
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.kill();
            throw e;
        }
    }

    private static boolean isWritten(Path portFile) {
        try {
            return Files.exists(portFile) && Files.readAllLines(portFile).size() == 2;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path locate(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Executables.onPath(environment, name))
                .findFirst()
                .orElseThrow(() ->
                        new Unavailable("chromium", "none on the path", "install chromium or set " + VARIABLE).raise());
    }

    private static URI pageAt(String port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        JsonNode targets = JSON.readTree(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
        for (JsonNode target : targets) {
            if (target.path("type").asText().equals("page")) {
                return URI.create(target.path("webSocketDebuggerUrl").asText());
            }
        }
        throw new IllegalStateException("the browser has no page: " + targets);
    }

    /**
     * Opens an address, and collects the errors and requests of the page from here on.
     *
     * @param uri the address
     */
    public void open(String uri) {
        tools.call("Runtime.enable", Map.of());
        tools.call("Log.enable", Map.of());
        tools.call("Network.enable", Map.of());
        tools.call("Page.enable", Map.of());
        tools.call("Page.navigate", Map.of("url", uri));
    }

    /**
     * Evaluates an expression, or awaits it if it is a promise.
     *
     * @param expression in JavaScript
     * @return its value as text
     */
    public String evaluate(String expression) {
        JsonNode result = tools.call(
                "Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.path("exceptionDetails"));
        }
        return result.path("result").path("value").asText();
    }

    /**
     * Presses and releases a key.
     *
     * @param key as pages name it, such as {@code Tab}, {@code Enter}, {@code Escape} or one letter
     */
    public void press(String key) {
        Map<String, Integer> codes = Map.of("Tab", 9, "Enter", 13, "Escape", 27);
        int code = codes.getOrDefault(key, (int) key.charAt(0));
        String text = key.equals("Enter") ? "\r" : key.length() == 1 ? key : "";
        for (String type : List.of("keyDown", "keyUp")) {
            tools.call(
                    "Input.dispatchKeyEvent",
                    Map.of(
                            "type",
                            type,
                            "key",
                            key,
                            "code",
                            key,
                            "windowsVirtualKeyCode",
                            code,
                            "text",
                            type.equals("keyDown") ? text : ""));
        }
    }

    /**
     * Makes the window larger or smaller.
     *
     * @param width in pixels
     * @param height in pixels
     */
    public void resize(int width, int height) {
        tools.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /**
     * Sets the color scheme that the page sees as preferred.
     *
     * @param scheme {@code light} or {@code dark}
     */
    public void prefer(String scheme) {
        tools.call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /**
     * The accessibility tree, which screen readers use.
     *
     * @return role and name of each thing on the page
     */
    public List<String> accessibleThings() {
        JsonNode nodes = tools.call("Accessibility.getFullAXTree", Map.of()).path("nodes");
        return Stream.iterate(0, i -> i < nodes.size(), i -> i + 1)
                .map(nodes::get)
                .filter(node -> !node.path("ignored").asBoolean())
                .map(node -> node.path("role").path("value").asText() + " "
                        + node.path("name").path("value").asText())
                .toList();
    }

    /**
     * Writes a screenshot of the page as a PNG.
     *
     * @param file is replaced
     * @throws IOException if it cannot be written
     */
    public void screenshot(Path file) throws IOException {
        String data =
                tools.call("Page.captureScreenshot", Map.of()).path("data").asText();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /**
     * The errors of the page.
     *
     * @return errors and uncaught exceptions so far
     */
    public List<String> complaints() {
        return tools.complaints();
    }

    /**
     * The requests of the page.
     *
     * @return the addresses of all requests so far, including that of the page
     */
    public List<String> requests() {
        return tools.requests();
    }

    @Override
    public void close() {
        tools.close();
        process.kill();
        RunDirectory.deleteTree(directory);
    }
}
