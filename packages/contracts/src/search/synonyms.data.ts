/**
 * Everyday words for the same thing. A question finds a tool by any other word of a group too, with less weight.
 *
 * Words, not stems. A word may be in several groups; groups are not joined over it.
 */
const groups = `
create make add new open start begin register generate produce build compose set
add append attach insert include put
delete remove erase drop destroy discard trash purge clear
delete cancel revoke rid
update change edit modify adjust alter revise correct set fix
rename retitle
get show read fetch retrieve view return display see give open
list show enumerate overview browse all
find search look lookup locate query discover seek
find where locate track
send mail deliver transmit dispatch email
send post publish notify tell message announce
reply answer respond response
cancel abort stop terminate end quit halt withdraw revoke
stop pause suspend hold freeze halt shut
start launch run trigger execute begin boot spin
start resume continue restart
restart reboot relaunch
enable activate on allow switch
disable deactivate off block switch
copy duplicate clone fork replicate
copies replicas instances
backup copy save snapshot
restore recover undo revert
rollback revert undo back previous old
move transfer shift relocate migrate
transfer forward hand pass redirect delegate
merge combine join unite consolidate land integrate
split divide separate
compare diff difference versus contrast
convert change transform exchange translate turn
translate translation say language
calculate compute figure work estimate
count number many total quantity
check verify validate test inspect examine confirm ensure
approve accept confirm agree sign permit
reject decline refuse deny
assign allocate delegate give hand
share grant give access permission invite
permission role right rights access admin privilege
invite add access
book reserve schedule arrange order hire
book rent hire lease
schedule plan book arrange calendar
reschedule move postpone change delay update
remind reminder alert notify dun nudge
subscribe sign join enroll follow
unsubscribe leave optout
login signin authenticate logon
logout signout
upload put store send import
store save keep persist put set
download get fetch export save pull
import load ingest upload
export download extract dump save
print output paper
close finish end complete resolve solve done
complete finish done tick mark
solve resolve fix settle fixed
open reopen
lock protect secure
unlock release free
protect secure guard
encrypt cipher secure secret
archive store shelve retire
hide conceal mask
publish release ship deploy post
deploy ship release rollout
scale resize grow expand increase more
reduce decrease lower shrink cut less
increase raise grow more
mute silence quiet snooze
rate score review grade
review rating opinion feedback
comment note remark annotate
note memo remark comment
tag label category mark
log record journal register track
logs log output wrong error
record log register enter save
report summary statistics analysis
summarize summary digest abstract
monitor watch observe track
trace track follow
measure metric gauge
chart graph plot diagram trend
draw paint sketch
pay payment paid settle
charge bill debit
bill invoice charge
invoice bill receipt
refund reimburse repay money back
payout withdrawal transfer earnings
price cost rate fee spend
cost spend expense price money
discount coupon voucher promo rebate
tax vat duty
money cash funds amount
balance funds account credit
owe owes debt unpaid overdue due
overdue late unpaid outstanding past
earnings revenue income sales turnover
ledger books bookkeeping accounting
accountant accounting bookkeeping bookkeeper
quote offer estimate proposal
contract agreement
dispute chargeback complaint
customer client buyer consumer
customer user member account subscriber
user person people member account
person people someone somebody colleague employee
employee staff worker personnel agent
staff team agents colleagues
group team
company organization organisation business firm account
supplier vendor seller provider
subscription membership plan
plan tier package
order purchase buy
buy purchase order get
product item article goods
goods items products wares
shipment parcel package box delivery
parcel package box
ship send deliver mail
delivery shipment drop
return back
carrier courier shipper
warehouse depot storage store
stock inventory
stock left remaining quantity available
reorder replenish restock
shipping freight postage
truck vehicle lorry van car
vehicle car automobile
garage maintenance service repair
tyre tire
damage broken defect
customs import border
route way directions path
location place position address
address street location
map chart
email mail message
message text mail
letter mail
inbox mailbox
attachment file enclosure
meeting appointment event call
event meeting appointment
calendar agenda schedule diary
attendee participant guest
free available open vacant
available free availability
vacation holiday absence leave office
holiday vacation trip
absence away vacation
channel room group slack
chat conversation talk message
conversation chat thread
document doc file paper
document report text
spreadsheet sheet excel table xlsx
word docx
picture image photo
image picture photo imaging
video movie film clip
music song audio track
contact person phone
phone telephone call number
call phone ring
task todo job
task reminder
job run build
ticket case issue request
issue bug problem defect ticket
problem issue trouble error
error failure fault wrong
incident outage emergency
alert alarm warning notification
article post entry faq
article help faq
lead prospect
opportunity deal
deal sale opportunity
forecast prediction outlook sell
marketing campaign newsletter
newsletter marketing campaign
satisfaction happy happiness
survey poll questionnaire
ticket pass admission
repository repo project
project repository
repository source code sources
branch line
commit change revision push
pull pr merge
pr pull
merge land
change pull
workflow pipeline ci action build
ci build workflow pipeline
code source sources program
snippet gist
blame wrote author
author writer wrote
webhook callback hook
secret token password key credential
key token credential
release version
version release revision
deployment app application
server instance machine host vm
instance vm machine server
machine computer instance
turn switch stop start
disk volume drive storage
bucket s3 storage
object file blob
database db
query sql select
domain dns website
certificate tls ssl https cert
ip address
firewall port
network vpc
url link
link url
cluster kubernetes
container pod docker
region zone
cloud hosting
roster shift duty works
patient person
doctor physician specialist
specialist expert
nurse staff
hospital clinic ward
bed room
medication medicine drug pill pills
prescription medicine pills medication prescribe
prescribe prescription
vaccination shot shots vaccine jab
laboratory lab blood test
test exam analysis
imaging xray scan x ray mri
surgery operation
discharge release home
sick ill illness
insurance insurer coverage plan
claim bill
history past record
flight plane fly
plane flight airplane aircraft
airport terminal
train rail railway
taxi cab
car vehicle auto
ferry boat ship
hotel accommodation room stay sleep
restaurant eat dinner food
tour excursion sightseeing
museum exhibition gallery
concert show gig
baggage luggage suitcase bag
lost missing trace
advisory dangerous safe safety warning
trip journey travel holiday
itinerary agenda
passenger traveller traveler
forecast weather
currency dollar dollars euro euros money
exchange currency
status state condition time
status progress
deadline due late
date day
time clock hour
today now current
latest newest last recent
name title
description text
size dimension
color colour
language locale
country nation
city town
near nearby close around
random dice chance
password passphrase
number id
user username
fail crash break broken error
weather rain sun snow wind climate temperature
temperature heat cold warm degrees
points miles rewards bonus
visa permit
oncall duty shift roster
allergy allergic intolerance
cold cool chill freeze refrigerate
interaction together combination combine
engineer developer programmer
page call alert
hot warm heat
light lamp bulb lighting
brightness dim bright
thermostat heating temperature
door gate entrance
lock unlock key
camera video surveillance
sensor detector
device gadget machine equipment hardware
equipment tool machine gear
volume loud louder sound
play listen start song
skip next
playlist album songs
movie film show
watch see view movie
room chamber
house home property apartment flat
property estate house listing
rent lease tenancy
tenant renter lodger
landlord owner
owner holder proprietor
mortgage loan
loan credit borrow lend
borrow loan lend
interest rate yield
deposit pay put
withdraw take cash
account bank
transaction payment transfer booking
statement transactions extract
stock share equity
portfolio holdings investments
invest buy
sell vend
trade deal exchange
budget spending limit
expense cost spending receipt reimbursement
receipt bill proof
salary wage pay payroll compensation
payroll salaries wages
employee worker staff hire
hire recruit employ onboard
fire dismiss terminate offboard
applicant candidate
candidate applicant resume
resume cv
job position vacancy role opening
vacancy opening job
interview conversation
leave vacation holiday absence off
timesheet hours time
boss manager supervisor
manager boss lead head
department team division
training course lesson
course class lesson training
student pupil learner
teacher instructor lecturer tutor
exam test quiz
grade mark score
homework assignment exercise
school college university
enroll register join
lecture class lesson
book volume title
library collection
author writer
read see open
write compose author draft
draft compose write sketch
proofread correct spelling
spelling typo grammar
summary abstract overview gist
paragraph passage section
page site website
website site web page
browser web
screenshot capture picture
click press tap
form questionnaire fields
field column attribute property
column field
row record entry line
table sheet
record entry row item
dataset data table
data information records
information info details data
details info information
filter narrow select
sort order rank arrange
rank order position
group cluster bucket
average mean
sum total add
maximum highest largest most top
minimum lowest smallest least
best top
percent percentage share
graph chart plot
dashboard board overview
query ask question
question ask query
answer reply solution
explain describe clarify
describe explain detail
suggest recommend propose advise
recommend suggest advise
recommendation suggestion advice
advice guidance tip help
help assist support aid
support help assistance
guide manual instructions tutorial
instruction direction guide
learn study
predict forecast estimate
detect find recognize spot
recognize identify detect
identify recognize determine
classify categorize label sort
category type kind class
extract pull parse get
parse read analyze
analyze examine inspect study evaluate
evaluate assess rate judge
review inspect check examine
audit inspection review log
scan search read check
scanner scan
clean clear tidy remove
cleanup clean purge remove
wipe erase clear
empty clear
reset restore clear
refresh reload update renew
renew extend prolong refresh
extend prolong lengthen
expire end lapse
expiry expiration end
sync synchronize mirror
connect link join attach pair
disconnect detach unlink
detach remove disconnect
link connect join relate
pair connect couple
install add setup deploy
uninstall remove
setup configure install prepare
configure set setup adjust
configuration settings options preferences
settings preferences options configuration
setting option preference
option choice setting
choose select pick
select choose pick
pick choose collect select
default standard
upgrade update improve raise
downgrade lower reduce
update upgrade refresh
patch fix update
improve enhance optimize
optimize improve tune
speed fast performance quick
slow performance latency
latency delay speed slow
delay late postpone
traffic visits visitors requests
visitor guest
visit view
views visits impressions
like favourite favorite heart
favorite favourite bookmark star
bookmark save favorite
star favorite
follow subscribe
follower subscriber fan
friend contact connection
profile account user
avatar picture photo
feed timeline posts
post article entry message
story post
hashtag tag topic
topic subject theme
subject title topic
headline title
title headline heading
blog articles posts
news headlines articles
advertisement ad ads campaign
audience segment group
segment group audience
reach audience
engagement likes comments
moderate review
spam junk
junk spam trash
ban block exclude
block ban deny stop
report flag complain
flag mark report
complain complaint report
complaint issue grievance
warranty guarantee
guarantee warranty
repair fix mend service
mend repair fix
maintenance service repair upkeep
replace swap exchange substitute
swap exchange replace
spare replacement
shop store market
store shop
cart basket bag
basket cart
checkout pay order
wishlist favorites
gift present
size dimensions measurements
weight heavy
quantity amount number count
amount sum quantity
price fee charge cost
cheap affordable low
expensive costly
sale discount offer
receipt invoice
delivery shipping
address location
zip postal postcode
distance far length
directions route way navigate
navigate route directions
traffic congestion jam
parking park
station stop
bus coach
bicycle bike
ride trip lift
fuel gas petrol
charge load power
battery power charge
energy power electricity
electricity power energy
meal food dish dinner lunch
dish meal recipe
recipe cook dish
cook prepare make
ingredient component
menu dishes
nutrition calories diet
calorie nutrition energy
exercise workout training
workout exercise training fitness
fitness workout health
health medical
heart pulse
pulse heartbeat heart
weight mass
pain ache hurt
symptom sign complaint
treatment therapy cure
therapy treatment
diagnosis illness disease condition
disease illness condition
emergency urgent
urgent critical important priority
priority importance urgency
important critical major
pet animal
law legal
lawyer attorney counsel
court tribunal
lawsuit case litigation
clause paragraph section
sign signature
signature sign signed
identity id identification
passport id
proof evidence certificate
evidence proof
policy rule
rule policy condition
compliance regulation
risk danger threat
threat risk attack danger
vulnerability weakness hole security
security safety protection
attack intrusion breach
breach leak violation
suspicious fraud unusual
fraud scam cheat
anomaly outlier unusual
malware virus
quarantine isolate
isolate separate quarantine
wifi wireless network
network internet connection
internet web online
online web internet live
offline disconnected
ping reach test
reachable up alive available
up running alive
down outage offline unavailable
health status alive
usage consumption use
use consume employ apply
apply use submit
quota limit allowance
limit cap maximum restrict
restrict limit
capacity space room size
space room storage
folder directory
directory folder
path location
file document
text words content
content text body
contents text content
format layout type
zip compress archive
compress zip shrink
decompress unzip extract
unzip extract decompress
encode convert
decode convert
hash checksum digest
compile build
format tidy beautify
lint check style
debug fix trace
test check
bug defect error
feature function
function method
method function
package library dependency module
library package
dependency package library
environment stage
staging test
production live
server host backend
backend server
schedule timer cron
timer alarm countdown
alarm wake alert timer
clock time
timezone time zone
remind remember
remember save note remind
memory note remember
forget delete
event happening occurrence
party event celebration
birthday anniversary
guest visitor attendee
speaker presenter
presentation slides deck
slide presentation
donation gift contribution
donate give contribute
fund money
goal target objective
target goal
milestone deadline goal
progress advance status
sprint iteration
epic story
backlog todo
board kanban
workload load capacity
dependency blocker
sign board
crop harvest
field plot
plant grow
soil ground
irrigate water
animal livestock
build construct
construct build erect
site location place
blueprint plan drawing
material supplies
supplies materials stock
machine equipment
worker labourer employee
safety security
inspect check examine
inspection check examination
factory plant
production manufacturing output
manufacture produce make
batch lot
lot batch
defect fault flaw
downtime outage
shift duty
team crew
random dice
`;

/** Phrases whose meaning their words do not have, and words of that meaning. */
const phrases = `
call off = cancel
carry on = continue resume
check out = checkout leave
come back = return
cut off = disconnect stop
fill in = complete form
fill out = complete form
find out = search get
get back = return recover
get rid = delete remove
give back = return refund
give up = cancel
go back = revert rollback return
hand in = submit
hand over = transfer assign
hold on = pause
how far = distance
how fast = speed
how high = height
how hot = temperature
how long = duration time
how many = count number quantity
how much = price cost amount
how often = frequency count
how old = age
keep track = monitor track
kick off = start
let go = release
line up = queue
log in = login authenticate
log out = logout
look at = view show
look for = search find
look up = find search get
make sure = verify check
money back = refund
on call = oncall
pay back = refund repay
pick out = select
pick up = pickup collect
point out = mention
put back = restore return
put down = note
put off = postpone
run out = empty stock
send back = return
set aside = reserve
set up = create configure install
shut down = stop
shut off = stop disable
sign in = login
sign off = approve
sign out = logout
sign up = register subscribe
spin up = launch start create
switch off = disable stop
switch on = enable start
take away = remove
take back = return
take down = remove
take off = remove
take out = remove
tear down = delete
tell me = show get
throw away = delete
throw out = delete
tidy up = clean
turn down = decline lower
turn off = stop disable
turn on = start enable
turn up = increase
what happened = history log
when is = date time schedule
where are = location locate find
where can = search find
where is = locate location find track
where was = location history
which ones = list
who are = list
who can = list
who is = get find
work out = calculate
write down = note save
`;

/** The groups, each a list of words. */
export const synonymGroups: readonly (readonly string[])[] = linesOf(groups).map((line) => line.split(' '));

/** Meanings by phrase; a phrase is two words. */
export const phraseMeanings: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf(phrases).map((line) => {
    const [phrase = '', meaning = ''] = line.split(' = ');
    return [phrase, meaning.split(' ')];
  }),
);

function linesOf(table: string): readonly string[] {
  return table.trim().split('\n');
}
