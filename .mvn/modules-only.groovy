// Logs the test results of each module in Surefire's words but with the module's name, because modules write the log concurrently.
// With -B, logs only the begin, the end and the failures of a module, not each of its goals.
import java.lang.reflect.InvocationHandler
import java.lang.reflect.Proxy
import javax.xml.stream.XMLInputFactory
import org.apache.maven.execution.ExecutionListener
import org.slf4j.LoggerFactory

def all = session.request.executionListener
if (all == null) {
  return
}
def brief = !session.request.interactiveMode
def log = LoggerFactory.getLogger('interlock.build')
// Reports of former builds stay in target and do not count.
def begin = session.request.startTime.time
def tests = { project ->
  def counts = [tests: 0, failures: 0, errors: 0, skipped: 0]
  new File(project.build.directory).eachFileMatch(~/(surefire|failsafe)-reports.*/) { directory ->
    directory.eachFileMatch(~/TEST-.*\.xml/) { file ->
      if (file.lastModified() >= begin) {
        file.withInputStream { input ->
          def suite = XMLInputFactory.newDefaultFactory().createXMLStreamReader(input)
          suite.nextTag()
          counts.keySet().each { counts[it] += suite.getAttributeValue(null, it) as int }
        }
      }
    }
  }
  counts
}
InvocationHandler listener = { proxy, event, arguments ->
  def project = arguments[0].project
  switch (event.name) {
    case 'mojoStarted':
      if (brief) {
        return null
      }
      break
    case 'projectStarted':
      if (brief) {
        log.info("$project.name begins".toString())
        return null
      }
      break
    case 'projectSucceeded':
      def found = new File(project.build.directory).isDirectory() ? tests(project) : [tests: 0]
      if (found.tests > 0) {
        // In one call, so that no other module's lines come between; the second is a line by itself for tools that parse logs.
        log.info(("$project.name is done\n[INFO] Tests run: $found.tests, Failures: $found.failures, Errors: $found.errors,"
            + " Skipped: $found.skipped").toString())
      } else if (brief) {
        log.info("$project.name is done, without a test".toString())
      }
      break
  }
  event.invoke(all, arguments)
}
session.request.executionListener =
    Proxy.newProxyInstance(ExecutionListener.classLoader, [ExecutionListener] as Class[], listener)
